/** The key of an action, beside its label; not for screen readers, which have `aria-keyshortcuts`. */
export const KeyHint = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="rounded-small border border-current px-1.5 font-code text-13 leading-normal opacity-70 max-md:hidden"
  >
    {children}
  </span>
);
