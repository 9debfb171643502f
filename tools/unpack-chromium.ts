/** Unpacks Chromium once before browser tests, instead of in each worker. */
import { chromiumPath } from './chromium.ts';

export default async function setup(): Promise<void> {
  await chromiumPath();
}
