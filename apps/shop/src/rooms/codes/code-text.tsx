import { cx } from '@giftlane/ui/cx.ts';
import { codeGroups } from './code-groups.ts';

/** A code in groups of four; selected text has no gaps. */
export function CodeText({ code, className }: { code: string; className?: string }) {
  const groups = codeGroups(code);
  return (
    <span className={cx('code-groups', className)}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal.
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
