/** Character references of Markdown: numbers, and the names authors use. Others stay as they are. */
const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  euro: '€',
};

function character(code: number): string {
  const fit = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return fit ? String.fromCodePoint(code) : '\ufffd';
}

/** The text that is meant. */
export function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return character(Number(decimal));
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      return (name !== undefined && names[name]) || whole;
    },
  );
}
