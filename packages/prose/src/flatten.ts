/** Takes out of a text what makes a Markdown parser slow: nesting that no author means. */

/** Quotes and lists that may stand in each other. */
const deepest = 8;
const widestIndent = 32;

const marker = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]?/y;

/** Keeps the first markers of a line and drops the rest of them. */
function flattenLine(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const text = indent > widestIndent ? line.slice(indent - widestIndent) : line;
  let kept = 0;
  let end = 0;
  marker.lastIndex = 0;
  for (let count = 0; marker.test(text); count += 1) {
    end = marker.lastIndex;
    if (count < deepest) kept = end;
  }
  return text.slice(0, kept) + text.slice(end);
}

/** A run of one sign as long as no author writes it. */
const longRun = /([`*_~[\]!<>()])\1{15,}/g;

/** The same text with bounded nesting; what an author means to write is left as it is. */
export function flatten(text: string): string {
  return text
    .split('\n')
    .map(flattenLine)
    .join('\n')
    .replace(longRun, (run) => run.slice(0, 16));
}
