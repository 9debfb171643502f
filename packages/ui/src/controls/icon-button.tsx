import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

/**
 * The shape of a square 44 px control that holds an icon. Where text is twice as large it is narrower, so
 * that the header has room for three of them on a phone.
 */
export const iconButtonClass =
  'relative inline-flex size-11 shrink-0 items-center max-[18rem]:w-8 justify-center rounded-control text-ink transition-colors hover:bg-sunken';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
}

/** A button whose only content is an icon; `label` is its name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(iconButtonClass, 'disabled:off', className)}
    />
  );
}
