/** The browsers that the journeys are made in, and what this machine lacks of each. */
import { existsSync } from 'node:fs';
import type { Driver, Look } from './driver.ts';
import { firefoxPath, openFirefox } from './firefox.ts';
import { miniBrowser, openWebkit, webkitPaths } from './webkit.ts';

interface Kind {
  readonly name: string;
  readonly isHere: boolean;
  readonly start: (look: Look) => Promise<Driver>;
}

const isThere = (path: string | undefined) => path !== undefined && existsSync(path);

/** What each package brings. Asked anew each time: some may have been installed meanwhile. */
const lacking = (packages: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(packages).filter((name) => !isThere(packages[name]));

const firefoxLacks = () => lacking({ 'firefox-esr': firefoxPath });
const webkitLacks = () =>
  lacking({
    'webkit2gtk-driver': existsSync(webkitPaths.driver) ? miniBrowser() : undefined,
    xvfb: webkitPaths.screen,
  });

/** Debian's packages that the journeys need and this machine has not. */
export const missingPackages = (): readonly string[] => [...firefoxLacks(), ...webkitLacks()];

export const browsers: readonly Kind[] = [
  { name: 'Firefox', isHere: firefoxLacks().length === 0, start: openFirefox },
  { name: 'WebKit', isHere: webkitLacks().length === 0, start: openWebkit },
];
