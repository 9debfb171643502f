/** A day as mails and files say it, in UTC. */
export const longDay = (time: Date): string =>
  time.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
