const groupSize = 4;
/** A code without separators: letters, digits and mask characters. */
const plain = /^[\p{L}\p{N}•*]+$/u;

/** Splits a code into groups of four; a code with separators stays whole. */
export function codeGroups(code: string): string[] {
  if (!plain.test(code)) return [code];
  const letters = [...code];
  return Array.from({ length: Math.ceil(letters.length / groupSize) }, (_, index) =>
    letters.slice(index * groupSize, (index + 1) * groupSize).join(''),
  );
}
