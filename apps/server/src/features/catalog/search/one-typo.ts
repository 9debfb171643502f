/**
 * True if one edit turns `a` into `b`, or into its first `length` letters: an insertion, deletion,
 * substitution or transposition of neighbours.
 */
export function oneTypoApart(a: string, b: string, length = b.length): boolean {
  const shorter = Math.min(a.length, length);
  let begin = 0;
  while (begin < shorter && a.charCodeAt(begin) === b.charCodeAt(begin)) begin += 1;
  let end = 0;
  while (
    end < shorter - begin &&
    a.charCodeAt(a.length - 1 - end) === b.charCodeAt(length - 1 - end)
  )
    end += 1;
  // Lengths of the parts between the common prefix and the common suffix.
  const inA = a.length - begin - end;
  const inB = length - begin - end;
  if (inA <= 1 && inB <= 1) return inA + inB > 0;
  return inA === 2 && inB === 2 && a[begin] === b[begin + 1] && a[begin + 1] === b[begin];
}
