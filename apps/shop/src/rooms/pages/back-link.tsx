import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

/** Router state of links in a list: the list is the previous history entry. */
export const fromList = { fromList: true };

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromList' in state && state.fromList === true;

/** A link to a list; goes back in the history when the page was opened from the list, with its filter and position. */
export function BackLink(props: ComponentProps<typeof Link>) {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <Link
      {...props}
      onClick={(event) => {
        if (!isFromList(state) || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    />
  );
}

/** A link back above the heading of a page. */
export function WayBack({ to, children }: { to: string; children: string }) {
  return (
    <BackLink
      to={to}
      className="mb-1 inline-flex min-h-11 items-center gap-2 font-medium text-soft hover:text-ink"
      data-screen-only
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </BackLink>
  );
}
