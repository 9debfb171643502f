/** Before tests with a browser: unpacked once, and not by each of their workers. */
import { chromiumPath } from './chromium.ts';

export default async function setup(): Promise<void> {
  await chromiumPath();
}
