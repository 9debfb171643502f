import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { OrDivider } from '../../../rooms/identity/or-divider.tsx';
import { optionsQuery } from '../../../session/options.ts';
import type { Asked, IssuerConfig } from './issuer.ts';
import { ServicesButton } from './services-button.tsx';
import { useGoogleLogin } from './use-google-login.ts';
import { WindowButton } from './window-button.tsx';

const LinkDialog = lazyPart(() => import('./link-dialog.tsx'));

const hasFailure = objectOf<{ googleFailure: string }>({ googleFailure: isText });

/** Google itself, which answers only its own button. */
const googleItself = 'https://accounts.google.com';

/** The OpenID provider of the server's options; null without one. */
function useIssuer(): { loading: boolean; config: IssuerConfig | null } {
  const { data, isPending } = useQuery(optionsQuery);
  const issuer = data?.get('google_issuer');
  const clientId = data?.get('google_client_id');
  return { loading: isPending, config: issuer && clientId ? { issuer, clientId } : null };
}

interface IssuerButtonProps {
  config: IssuerConfig;
  busy: boolean;
  onAsked: (asked: Asked) => void;
}

function IssuerButton({ config, ...rest }: IssuerButtonProps) {
  return config.issuer === googleItself ? (
    <ServicesButton clientId={config.clientId} {...rest} />
  ) : (
    <WindowButton config={config} {...rest} />
  );
}

/** Sign-in by Google (AUTH-01, AUTH-05); nothing where the shop has no OpenID provider. */
export function GoogleSignIn() {
  const { loading, config } = useIssuer();
  const state: unknown = useLocation().state;
  const { onAsked, linking, stopLinking, busy } = useGoogleLogin();
  if (!loading && !config) return null;
  return (
    <div className="mb-6">
      {hasFailure(state) && (
        <div className="mb-4">
          <Notice tone="attention" title={state.googleFailure} />
        </div>
      )}
      {config ? (
        <IssuerButton config={config} busy={busy} onAsked={(asked) => void onAsked(asked)} />
      ) : (
        <Skeleton className="input-height rounded-control" />
      )}
      <OrDivider className="mt-6" />
      {linking && <LinkDialog person={linking} onClose={stopLinking} />}
    </div>
  );
}
