import type { Plugin } from 'vite';

/** The faces of the first screen, in the letters most of its words are made of. */
const firstFonts = /^assets\/(?:inter|bricolage-grotesque)-latin-wght-normal-.*\.woff2$/;

/**
 * Fetches the first fonts beside the scripts. Named in the stylesheet alone they would come after the first
 * words, which would then move.
 */
export function fetchFirstFonts(): Plugin {
  return {
    name: 'giftlane:first-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => firstFonts.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${name}`,
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  };
}
