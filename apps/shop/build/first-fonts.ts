import type { Plugin } from 'vite';

const built = /^assets\/[\w-]+-first-.*\.woff2$/;

/**
 * Preloads the faces of the first screen (`tools/first-fonts.ts`) beside the scripts. Named in the stylesheet alone they
 * would come after the first words, which would then move.
 */
export function preloadFirstFonts(): Plugin {
  return {
    name: 'giftlane:first-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => built.test(name))
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
