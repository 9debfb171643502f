import { CircleAlert } from 'lucide-react';
import { cx } from '../cx.ts';

/** The error of a field, for a live region below it. */
export const FieldError = ({ className, children }: { className?: string; children: string }) => (
  <p className={cx('flex gap-1.5 font-medium text-fail', className)}>
    <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
    {children}
  </p>
);
