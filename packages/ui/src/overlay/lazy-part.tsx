import { type ComponentType, lazy, Suspense } from 'react';

/** A component whose code is loaded when it is first rendered, without a placeholder. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(load);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
