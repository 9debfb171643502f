/** Ports: a wished one if it is free, else any. Everything listens on the loopback address alone. */

export const host = '127.0.0.1';

const isTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRINUSE' || error.code === 'EACCES');

/** Calls `listen` with the wished port and, when that one is taken, with 0: any free port. */
export async function listenAt<T>(
  wished: number,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await listen(wished);
  } catch (error) {
    if (wished === 0 || !isTaken(error)) throw error;
    return listen(0);
  }
}
