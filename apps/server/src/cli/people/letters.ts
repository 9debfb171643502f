/** What people wrote, as a terminal may show it: nothing but letters, whatever it was meant to do. */

/** What a terminal acts on, but for the ends of lines and what stands between columns. */
const acting = /(?![\n\t])\p{Cc}/gu;

/** On one line. */
export const letters = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, ' ');

/** On the lines it was written on. */
export const letterLines = (text: string): string[] =>
  text.split('\n').map((line) => line.replace(/\p{Cc}|\p{Cf}/gu, ''));

/** What a command says, with nothing in it that a terminal acts on, whoever it came from. */
export const harmless = (text: string): string => text.replace(acting, ' ');

/** The same of JSON, which says such characters by their numbers. */
export const harmlessJson = (json: string): string =>
  json.replace(acting, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
