const groupSize = 4;
/** Letters, digits and the dots of a masked code; anything else has a shape of its own. */
const plain = /^[\p{L}\p{N}•*]+$/u;

/** A code in fours, as one reads it aloud; a code with its own separators stays whole. */
export function codeGroups(code: string): string[] {
  if (!plain.test(code)) return [code];
  const letters = [...code];
  return Array.from({ length: Math.ceil(letters.length / groupSize) }, (_, index) =>
    letters.slice(index * groupSize, (index + 1) * groupSize).join(''),
  );
}
