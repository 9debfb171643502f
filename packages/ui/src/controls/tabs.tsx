import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
}

interface TabsProps {
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Accessible name of the tab list. */
  label: string;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

const tabClass =
  'input-height shrink-0 border-b-2 border-transparent px-1 text-15 font-medium whitespace-nowrap text-soft hover:text-ink data-active:border-leaf data-active:text-ink';

/** Tabs and the panel of the chosen one. Arrow keys move the focus, Enter or Space choose. */
export function Tabs({ tabs, value, onChange, label, children }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List
        aria-label={label}
        className="-mx-(--page-gutter) mb-4 flex gap-6 overflow-x-auto border-b border-line px-(--page-gutter) md:mx-0 md:mb-6 md:px-0"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel key={value} value={value} tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
