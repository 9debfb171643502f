/** Text by people, without the control characters that a terminal acts on. */

/** Control characters, but line feed and tab. */
const acting = /(?![\n\t])\p{Cc}/gu;

/** On one line. */
export const letters = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, ' ');

/** On the lines it was written on. */
export const letterLines = (text: string): string[] =>
  text.split('\n').map((line) => line.replace(/\p{Cc}|\p{Cf}/gu, ''));

/** The output of a command without control characters. */
export const harmless = (text: string): string => text.replace(acting, ' ');

/** JSON output with control characters escaped. */
export const harmlessJson = (json: string): string =>
  json.replace(acting, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
