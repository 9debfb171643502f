/** The storefront's HTML for each address: one template with different heads. */

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAnswer, type PackedReply } from '../http/answer.ts';
import type { OnServed } from '../http/response-cache.ts';
import { type Drawn, makeDrawnPages, type Source } from './drawn-pages.ts';
import { escapeHtml } from './html.ts';

/** The head of an address. */
export interface PageHead {
  readonly status: 200 | 404;
  /** Elements of the head, as HTML. */
  readonly html: string;
  /** Links to pictures that are fetched beside the scripts, as HTML. */
  readonly early?: string | undefined;
  /** Links to what the page asks for first, where it does not come with the answers. */
  readonly replies?: string | undefined;
  /** Whether it is rendered on the server. */
  readonly drawn?: DrawnFor | undefined;
  /** The module that draws the page, by its name in the storefront's source: it is fetched at once. */
  readonly module?: string | undefined;
  /** Its words can change at any time, without notice to `Shortcuts`. */
  readonly passing?: boolean | undefined;
}

/** Whose page it is that is drawn. */
export interface DrawnFor {
  /** Currencies whose readers have another one, by their codes with spaces between. */
  readonly otherwise: string;
  /** Matches query strings, without `?`, for which the page is rendered as well. */
  readonly queries?: RegExp | undefined;
  /** Called whenever the rendered page is served. */
  readonly onServed?: OnServed | undefined;
}

/** A page as it is sent. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly answer: PackedReply;
  /** Whether its words are in it, and who is told of that. */
  readonly drawn?: DrawnFor | undefined;
}

/** The page of a path and its query string, without `?`. */
export type PageOf = (path: string, query?: string) => Promise<RenderedPage>;

/** The part of the template that each address has in its own words. */
const ownPart = /<!--head-->[\s\S]*<!--\/head-->/;

/** Pages that are kept; one takes some kilobytes, with its compressed forms. */
const mostKept = 200;
/** Longer addresses are not cached: they would only fill the memory. */
const longestPath = 300;

interface BuiltModule {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** What the build says about its modules, by their names in the source. */
function builtModules(folder: string): ReadonlyMap<string, BuiltModule> {
  const file = join(folder, '.vite', 'manifest.json');
  if (!existsSync(file)) return new Map();
  return new Map(
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, BuiltModule>),
  );
}

const template = 'index.html';

/** The script that has to run before anything is drawn. */
const firstScript = /<script src="(\/[\w.-]+)"><\/script>/;

/** The template, with its first script in it: fetched by itself it would hold up the first sight of a page. */
export interface Template {
  readonly html: string;
  /** What the content policy has to let run, as a source: that very script. */
  readonly scriptSource: string | undefined;
  /** Its styles as an element, which drawn pages have in place of the link; empty where they have the link. */
  readonly styles: string;
  /** What the content policy has to let style a page. */
  readonly styleSource: string | undefined;
}

/** How all pages get their styles. */
const styleLink = /<link rel="stylesheet"[^>]* href="(\/assets\/[\w.-]+\.css)">/;

/** What of the file an element of the template names stands in the page itself, and by which source the policy knows it. */
function inPage(folder: string, found: RegExpExecArray | null, clean = (text: string) => text) {
  const [element, file] = found ?? [];
  const path = join(folder, file ?? '');
  if (!element || !existsSync(path)) return undefined;
  const content = clean(readFileSync(path, 'utf8')).trim();
  return { element, content, source: `'sha256-${hash('sha256', content, 'base64')}'` };
}

const withoutComments = (script: string) => script.replace(/^\s*\/\/.*\n/gm, '');

/** Reads the template of the storefront built in `folder`. */
export function readTemplate(folder: string): Template {
  const html = readFileSync(join(folder, template), 'utf8');
  const script = inPage(folder, firstScript.exec(html), withoutComments);
  const styles = inPage(folder, styleLink.exec(html));
  return {
    html: script ? html.replace(script.element, () => `<script>${script.content}</script>`) : html,
    scriptSource: script?.source,
    styles: styles ? `<style>${styles.content}</style>` : '',
    styleSource: styles?.source,
  };
}

/** Links that fetch a module and what it imports beside the template's own script. */
function preloads(folder: string): (module: string | undefined) => string {
  const modules = builtModules(folder);
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name) || !modules.has(name)) return found;
    found.add(name);
    for (const next of modules.get(name)?.imports ?? []) withImports(next, found);
    return found;
  };
  const everywhere = withImports(template);
  return (module) =>
    [...withImports(module ?? '')]
      .filter((name) => !everywhere.has(name))
      .map((name) => `<link rel="modulepreload" crossorigin href="/${modules.get(name)?.file}">`)
      .join('');
}

/** Where the template shows that the shop is loading. */
const firstSight = /<div id="root"><!--first-sight-->([\s\S]*)<!--\/first-sight--><\/div>/;

/** What acts on a page whose words are there. */
const scripts = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/**
 * The template with its words in it; for whom they are not, its start-up is there as well. Styles come with the words: a
 * file of their own would come after a further way there and back, and among letters, pictures and scripts. Scripts wait in
 * a `template` until the first script has them come, after the first sight.
 */
const withWords = (page: string, styles: string, { html, answers }: Drawn): string =>
  page
    .replace(styleLink, (link) => styles || link)
    .replace(scripts, '')
    .replace('<script>', (first) => {
      const late = page.match(scripts) ?? [];
      return `<template id="scripts">${late.join('')}</template>${first}`;
    })
    .replace(
      firstSight,
      (_, startUp: string) =>
        `<div id="root" data-drawn>${html}</div><div id="start-up">${startUp}</div>` +
        `<script type="application/json" id="answers">${answers}</script>`,
    );

export interface PageParts {
  readonly headOf: (path: string) => PageHead | Promise<PageHead>;
  /** What pages are drawn of; without it none is. */
  readonly source?: Source | undefined;
}

/** Makes the pages of the storefront built in `folder`. A head that stays the same is not packed again. */
export function makePages(
  folder: string,
  { html: whole, styles }: Template,
  { headOf, source }: PageParts,
): PageOf {
  const links = preloads(folder);
  const drawnPageOf = source && firstSight.test(whole) ? makeDrawnPages(folder, source) : undefined;
  const kept = new Map<string, { head: string; answer: PackedReply }>();
  const fill = (html: string, fetched: string) =>
    // After the script of every page: that one comes first on a slow link, too.
    whole.replace(ownPart, () => html).replace('</head>', () => `${fetched}</head>`);
  const drawnPage = async (path: string, query: string, head: PageHead, drawn: DrawnFor) => {
    const { html, early = '', module } = head;
    // The early pictures are those of the page without a query.
    const fetched = links(module) + (query ? '' : early);
    const mark = `<meta name="shop-drawn" content="${escapeHtml(drawn.otherwise)}">`;
    return drawnPageOf?.(query ? `${path}?${query}` : path, {
      name: html + fetched,
      fill: (words) =>
        makeAnswer(Buffer.from(withWords(fill(html + mark, fetched), styles, words))),
    });
  };
  const barePage = (path: string, { status, html, early = '', replies = '', module }: PageHead) => {
    const fetched = links(module) + early + replies;
    const head = html + fetched;
    // The 404 page is one for all addresses.
    const key = status === 404 ? '' : path;
    const known = kept.get(key);
    if (known?.head === head) return known.answer;
    const answer = makeAnswer(Buffer.from(fill(html, fetched)));
    if (key.length <= longestPath) {
      kept.delete(key);
      kept.set(key, { head, answer });
    }
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
  return async (path, query = '') => {
    const head = await headOf(path);
    const isRendered = drawnPageOf && (query === '' || head.drawn?.queries?.test(query));
    const wished = isRendered ? head.drawn : undefined;
    const drawn = wished && (await drawnPage(path, query, head, wished));
    const answer = drawn ?? barePage(path, head);
    // Rendering failed for now: not cached.
    const passing = head.passing || (wished !== undefined && !drawn);
    return {
      status: head.status,
      answer: passing ? { ...answer, once: true } : answer,
      drawn: drawn && wished,
    };
  };
}
