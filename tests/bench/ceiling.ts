import { serveWithApiMiddleware } from './api-middleware';

/** What a purchase is answered with, word for word. */
const ANSWER = {
  status: 'successful',
  status_code: 200,
  message: 'Airtime purchase successful.',
  reference: 'ceiling-0000000000-000000',
  data: { amount: '100.00', network: 'mtn', phone: '08030000000' },
};

/** The most that Express lets through: a fixed answer as soon as the key is known. Not even the body is read. */
void serveWithApiMiddleware('ceiling', () => [(_request, response) => void response.json(ANSWER)]);
