import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface DisclosureProps extends Pick<ComponentProps<'details'>, 'children'> {
  summary: ReactNode;
  open?: boolean;
  onOpen?: () => void;
}

/** A `details` element with a chevron. */
export function Disclosure({ summary, open = false, onOpen, children }: DisclosureProps) {
  return (
    <details
      open={open}
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
      className="group border-t border-line"
    >
      <summary className="input-height flex items-center justify-between gap-3 font-medium marker:content-none">
        {summary}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
