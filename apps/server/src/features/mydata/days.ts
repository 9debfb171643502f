/** Formats a day for mails and files, in UTC. */
export const longDay = (time: Date): string =>
  time.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
