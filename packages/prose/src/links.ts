/**
 * Where a link may lead: a page of the shop, a place on the page, another site, a mailbox. Everything else,
 * `javascript:` above all, is no address. Browsers drop control characters and read a backslash as a slash,
 * so an address with either is not what it seems.
 */
export function safeHref(href: string): string | undefined {
  if (/[\s\p{Cc}\\]/u.test(href)) return undefined;
  const own = href.startsWith('#') || (href.startsWith('/') && !href.startsWith('//'));
  return own || /^(?:https?:\/\/|mailto:)[^/]/i.test(href) ? href : undefined;
}
