/** The page of a transaction at the explorer a shop names by a pattern with `{txid}`; nothing where it names none. */
export function explorerAddress(pattern: string | undefined, txid: string): string | undefined {
  if (!pattern?.includes('{txid}')) return undefined;
  const address = URL.parse(pattern.replaceAll('{txid}', encodeURIComponent(txid)));
  return address?.protocol === 'https:' ? address.href : undefined;
}
