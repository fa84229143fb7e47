/** Sends one text message to a phone (11 digits beginning with 0). Rejects when it is not known to have been taken; the caller tries again later. */
export interface SmsSender {
  send(phone: string, text: string): Promise<void>;
}
