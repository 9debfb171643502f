import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

/** A square of 44 px for an icon; narrower at twice the text size, so that three fit into a phone's header. */
export const iconButtonClass =
  'relative inline-flex size-11 shrink-0 items-center max-[18rem]:w-8 justify-center rounded-control text-ink transition-colors hover:bg-sunken';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
}

/** A button with an icon only; `label` is its accessible name. */
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
