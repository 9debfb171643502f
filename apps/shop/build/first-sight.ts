import { fileURLToPath } from 'node:url';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { type Plugin, runnerImport } from 'vite';

const source = fileURLToPath(new URL('../src/features/shell/start-up.tsx', import.meta.url));
const [place, end] = ['<!--first-sight-->', '<!--/first-sight-->'];

/**
 * Renders the start-up screen into `index.html`, where it shows until the first rendering. The server finds it by the
 * comments around it and replaces it in rendered pages.
 */
export function firstSight(): Plugin {
  return {
    name: 'giftlane:first-sight',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<{ StartUp: ComponentType }>(source);
      const drawn = renderToStaticMarkup(
        createElement(MemoryRouter, null, createElement(module.StartUp)),
      );
      if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
      return html.replace(place, () => place + drawn + end);
    },
  };
}
