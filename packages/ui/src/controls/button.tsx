import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { cx } from '../cx.ts';
import { Spinner } from './spinner.tsx';

const looks = {
  primary:
    'bg-leaf text-on-leaf border-leaf hover:bg-leaf-strong hover:border-leaf-strong disabled:not-aria-busy:off',
  secondary:
    'bg-surface text-ink border-edge hover:border-ink disabled:border-line disabled:text-soft',
  tonal: 'bg-leaf-tint text-leaf border-leaf/40 hover:border-leaf disabled:off',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken disabled:text-soft',
  danger:
    'bg-surface text-fail border-edge hover:border-fail disabled:border-line disabled:text-soft',
} as const;

/** Makes a secondary button transparent, also on a coloured ground. */
export const quietClass = '[--color-surface:transparent] [--color-ink:currentcolor]';

const sizes = {
  medium: 'input-height px-5 text-15',
  small: 'min-h-9 px-3 text-13 max-md:min-h-11',
} as const;

export interface ButtonLook {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
}

/** The classes of a button, for other elements that look like one. */
export function buttonClass({ look = 'secondary', size = 'medium' }: ButtonLook): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap no-underline transition-colors',
    'disabled:pointer-events-none aria-busy:cursor-progress aria-busy:opacity-75',
    looks[look],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and ignores presses. */
  busy?: boolean;
}

/** A button. One `primary` per view. */
export function Button({ look, size, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      // Not `disabled`: the button would lose the focus.
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : rest.onClick?.(event))}
      className={cx(
        'relative',
        buttonClass({ ...(look && { look }), ...(size && { size }) }),
        className,
      )}
    >
      {busy && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Spinner />
        </span>
      )}
      {/* Invisible, not removed, so that the width stays. */}
      <span className={busy ? 'inline-flex items-center gap-2 opacity-0' : 'contents'}>
        {children}
      </span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return (
    <Link
      {...rest}
      className={cx(buttonClass({ ...(look && { look }), ...(size && { size }) }), className)}
    />
  );
}
