/** Keeps the head of the document in step with the page that is shown; the server wrote the first one. */
import { canonicalPath, homeMeta, titleOf } from '@giftlane/contract/shop/pages.ts';

/** Makes the one element that `selector` finds say this, or takes it away. */
function keep(
  selector: string,
  tag: 'meta' | 'link',
  says: Readonly<Record<string, string>> | undefined,
): void {
  const there = document.head.querySelector(selector);
  if (!says) {
    there?.remove();
    return;
  }
  const element = there ?? document.head.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(says)) element.setAttribute(name, value);
}

/** The origin at which the shop is at home (`PUBLIC_URL`); unknown where no server wrote the head. */
export function homeOrigin(): string | undefined {
  const meta = document.head.querySelector(`meta[name="${homeMeta}"]`);
  return meta?.getAttribute('content') ?? undefined;
}

const firstPath = globalThis.location?.pathname;

/** Names the page of a path: its title, its address for search engines, or that they leave it alone. */
export function nameThePage(title: string, path: string): void {
  document.title = titleOf(title);
  // A page whose name comes with its data has the focus already, by the name of the one before.
  const page = document.getElementById('content');
  if (page?.hasAttribute('aria-label')) page.setAttribute('aria-label', document.title);
  const home = homeOrigin();
  const listed = canonicalPath(path);
  const canonical = home !== undefined && listed !== undefined ? home + listed : undefined;
  keep(
    'link[rel="canonical"]',
    'link',
    canonical ? { rel: 'canonical', href: canonical } : undefined,
  );
  keep('meta[name="robots"]', 'meta', listed ? undefined : { name: 'robots', content: 'noindex' });
  // What the server said in data was about the page it answered with.
  if (path !== firstPath)
    document.head.querySelector('script[type="application/ld+json"]')?.remove();
}
