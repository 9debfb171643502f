/** The transaction's URL at the block explorer; undefined unless the pattern has `{txid}` and is HTTPS. */
export function explorerAddress(pattern: string | undefined, txid: string): string | undefined {
  if (!pattern?.includes('{txid}')) return undefined;
  const address = URL.parse(pattern.replaceAll('{txid}', encodeURIComponent(txid)));
  return address?.protocol === 'https:' ? address.href : undefined;
}
