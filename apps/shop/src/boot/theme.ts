/** The theme: light, dark or the system's. `public/theme.js` applies it before the first paint. */
import { externalStore } from '@giftlane/client/storage/external-store.ts';
import { useSyncExternalStore } from 'react';
import { local, localKeys } from '../session/storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const chosen = externalStore<Theme>(
  themes.find((theme) => theme === local.read(localKeys.theme)) ?? 'system',
);

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(chosen.subscribe, chosen.read, () => 'system');
}

/** Applies and stores a theme. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    local.remove(localKeys.theme);
    delete document.documentElement.dataset.theme;
  } else {
    local.write(localKeys.theme, theme);
    document.documentElement.dataset.theme = theme;
  }
  chosen.write(theme);
}
