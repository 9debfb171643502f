/** What the pages of the stand-ins share: how their files are read and sent, and their look. */
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

/** Reads the parts of a page from the folder `browser` beside a module. */
export const pageFiles =
  (moduleUrl: string) =>
  (name: string): string =>
    readFileSync(new URL(`./browser/${name}`, moduleUrl), 'utf8');

const shared = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A page's style behind the colours of all. */
export const withColours = (style: string): string => shared('colours.css') + style;

/** The style of a window with a few buttons, behind the look of all such windows. */
export const withWindow = (style: string): string => withColours(shared('window.css') + style);

/** Sends a part of a page; browsers ask for it anew each time. */
export function sendFile(
  reply: FastifyReply,
  type: 'text/html' | 'text/css' | 'text/javascript',
  body: string,
): FastifyReply {
  return reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .send(body);
}
