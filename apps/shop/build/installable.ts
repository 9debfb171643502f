import { locale } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Plugin } from 'vite';

const manifestName = 'manifest.webmanifest';

/** The light `--color-paper` of the styles: the background of the splash screen. */
const paper = '#FAF8F3';

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Writes and links the web app manifest, with texts of the catalogue. */
export function installable(): Plugin {
  return {
    name: 'giftlane:installable',
    apply: 'build',
    async generateBundle() {
      const shortcut = (name: string, url: string) => ({ name, url });
      const manifest = {
        id: '/',
        name: `${text('shop.name')}: ${text('shop.tagline')}`,
        short_name: text('shop.name'),
        description: text('found.shop.description'),
        lang: locale,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: paper,
        theme_color: paper,
        categories: ['shopping'],
        icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
        shortcuts: [
          shortcut(text('installed.cards'), '/gift-cards'),
          shortcut(text('installed.orders'), '/account/orders'),
          shortcut(text('installed.wallet'), '/account/wallet'),
        ],
      };
      this.emitFile({ type: 'asset', fileName: manifestName, source: JSON.stringify(manifest) });
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${manifestName}` }, injectTo: 'head' },
      {
        tag: 'link',
        attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        injectTo: 'head',
      },
    ],
  };
}
