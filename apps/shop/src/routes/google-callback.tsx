import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { useEffect, useState } from 'react';
import { tellOpener } from '../features/auth/google/issuer.ts';
import { Logo } from '../rooms/pages/logo.tsx';

/** The callback of the OpenID provider: posts the result to the page that opened this window, which closes it. */
export function Component() {
  const [alone, setAlone] = useState(false);
  // The code is removed from the address.
  useEffect(() => {
    if (!tellOpener()) setAlone(true);
    history.replaceState(null, '', location.pathname);
  }, []);
  const title = text(alone ? 'auth.google.callback.aloneTitle' : 'auth.google.callback.title');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
      <Title>{title}</Title>
      <Logo />
      <h1 className="mt-4 text-21">{title}</h1>
      {alone ? (
        <>
          <p className="max-w-form text-soft">{text('auth.google.callback.alone')}</p>
          <ButtonLink to="/auth/login" look="primary">
            {text('auth.google.confirm.again')}
          </ButtonLink>
        </>
      ) : (
        <p role="status" className="flex items-center gap-3 text-soft">
          <Spinner />
          {text('auth.google.callback.text')}
        </p>
      )}
    </main>
  );
}
