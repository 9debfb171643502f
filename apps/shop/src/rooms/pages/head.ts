/** Updates the document's head after navigations; the server wrote the first one. */
import { canonicalPath, homeMeta, titleOf } from '@giftlane/contract/shop/pages.ts';

/** Creates or updates the element of a selector; removes it without attributes. */
function setElement(
  selector: string,
  tag: 'meta' | 'link',
  attributes: Readonly<Record<string, string>> | undefined,
): void {
  const existing = document.head.querySelector(selector);
  if (!attributes) {
    existing?.remove();
    return;
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** The shop's public origin (`PUBLIC_URL`); undefined where no server rendered the head. */
export function homeOrigin(): string | undefined {
  const meta = document.head.querySelector(`meta[name="${homeMeta}"]`);
  return meta?.getAttribute('content') ?? undefined;
}

const firstPath = globalThis.location?.pathname;

/** Sets title, canonical address or `noindex` of a page. */
export function nameThePage(title: string, path: string): void {
  document.title = titleOf(title);
  // `usePageFocus` has labelled a page whose title loads later with the previous title.
  const page = document.getElementById('content');
  if (page?.hasAttribute('aria-label')) page.setAttribute('aria-label', document.title);
  const home = homeOrigin();
  const listed = canonicalPath(path);
  const canonical = home !== undefined && listed !== undefined ? home + listed : undefined;
  setElement(
    'link[rel="canonical"]',
    'link',
    canonical ? { rel: 'canonical', href: canonical } : undefined,
  );
  setElement(
    'meta[name="robots"]',
    'meta',
    listed ? undefined : { name: 'robots', content: 'noindex' },
  );
  // Linked data is about the server's page only.
  if (path !== firstPath)
    document.head.querySelector('script[type="application/ld+json"]')?.remove();
}
