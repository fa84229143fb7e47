/** Whether the application itself answered, so that its code may be read. Not after 3xx, 408, 429 or 5xx: a hop before it may have spoken. */
export function isReadable(httpStatus: number): boolean {
  return isSuccess(httpStatus) || (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429);
}

/** A statement that value was given, or how an order stands, needs 2xx; a refusal code may come under 4xx too. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}
