/** What people wrote, as a terminal may show it: nothing but letters, whatever it was meant to do. */

/** On one line. */
export const letters = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, ' ');

/** On the lines it was written on. */
export const letterLines = (text: string): string[] =>
  text.split('\n').map((line) => line.replace(/\p{Cc}|\p{Cf}/gu, ''));
