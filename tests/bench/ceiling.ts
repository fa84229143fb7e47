import { serveWithApiMiddleware } from './api-middleware';

/** The answer to every purchase. */
const ANSWER = {
  status: 'successful',
  status_code: 200,
  message: 'Airtime purchase successful.',
  reference: 'ceiling-0000000000-000000',
  data: { amount: '100.00', network: 'mtn', phone: '08030000000' },
};

/** The highest rate that Express allows: a fixed answer after the API key was checked. The body is not read. */
void serveWithApiMiddleware('ceiling', () => [(_request, response) => void response.json(ANSWER)]);
