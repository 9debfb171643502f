import { text } from '@giftlane/texts/text.ts';
import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, themes, useTheme } from '../../boot/theme.ts';

const looks = {
  system: { Icon: Monitor, label: text('ui.theme.system') },
  light: { Icon: Sun, label: text('ui.theme.light') },
  dark: { Icon: Moon, label: text('ui.theme.dark') },
} as const;

/** Light, dark or the system's theme. `name` is unique among the switches of a page. */
export function ThemeSwitch({ name }: { name: string }) {
  const chosen = useTheme();
  return (
    <fieldset>
      <legend className="sr-only">{text('ui.theme')}</legend>
      <div className="inline-flex rounded-control border border-line bg-raised p-0.5">
        {themes.map((theme) => {
          const { Icon, label } = looks[theme];
          return (
            <label
              key={theme}
              title={label}
              className="inline-flex size-10 cursor-pointer items-center justify-center rounded-small text-soft hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-leaf"
            >
              <input
                type="radio"
                name={name}
                checked={chosen === theme}
                onChange={() => chooseTheme(theme)}
                className="sr-only"
              />
              <Icon aria-hidden="true" className="size-4" />
              <span className="sr-only">{label}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
