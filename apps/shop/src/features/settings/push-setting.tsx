import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Switch } from '@giftlane/ui/controls/switch.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { optionsQuery } from '../../session/options.ts';
import { usePush } from './use-push.ts';

/** Why the switch is disabled, by the state. */
const obstacles = {
  denied: {
    tone: 'attention',
    title: text('settings.push.denied'),
    hint: text('settings.push.denied.hint'),
  },
  unsupported: {
    tone: 'waiting',
    title: text('settings.push.unsupported'),
    hint: text('settings.push.unsupported.hint'),
  },
  absent: {
    tone: 'waiting',
    title: text('settings.push.absent'),
    hint: text('settings.push.absent.hint'),
  },
} as const;

function Obstacle({ state }: { state: keyof typeof obstacles }) {
  const { tone, title, hint } = obstacles[state];
  return (
    // Permission may be denied while the page is shown; the others stand from the beginning.
    <Notice standing={state !== 'denied'} tone={tone} title={title}>
      <p>{hint}</p>
    </Notice>
  );
}

/** The kinds of notifications. */
function About() {
  return (
    <div className="max-w-prose space-y-1 text-soft *:text-balance">
      <p>{text('settings.push.hint')}</p>
      <p className="text-13">{text('settings.push.here')}</p>
    </div>
  );
}

function Checking() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4">
      <p className="sr-only">{text('settings.push.checking')}</p>
      <Skeleton className="h-11" />
      <About />
    </div>
  );
}

/** The state of the switch, or the one a change in flight leads to. */
function hintOf(isOn: boolean, wanted: boolean | undefined): string {
  if (wanted === undefined) return text(isOn ? 'settings.push.on' : 'settings.push.off');
  return text(wanted ? 'settings.push.turningOn' : 'settings.push.turningOff');
}

function Toggle({ publicKey }: { publicKey: string | undefined }) {
  const { query, wanted, problem, outcome, change } = usePush(publicKey);
  return (
    <Loaded query={query} waiting={<Checking />} inside>
      {(state) => {
        const isOn = state === 'on';
        const isOpen = isOn || state === 'off';
        return (
          <div className="grid grid-cols-1 gap-4">
            <Switch
              label={text('settings.push')}
              hint={hintOf(isOn, wanted)}
              checked={isOn}
              busy={wanted !== undefined}
              disabled={!isOpen}
              onChange={change}
            />
            {problem ? (
              <Notice tone="failure" title={problem} />
            ) : (
              !isOpen && <Obstacle state={state} />
            )}
            <p role="status" className="text-soft empty:hidden">
              {problem ? '' : outcome}
            </p>
            {state !== 'absent' && state !== 'unsupported' && <About />}
          </div>
        );
      }}
    </Loaded>
  );
}

/** The one setting (PROF-20): notifications of this browser, if the shop sends any. */
export function PushSetting() {
  const query = useQuery(optionsQuery);
  return (
    <div className="rounded-panel border border-line bg-surface p-5 md:p-6">
      <Loaded query={query} waiting={<Checking />} inside>
        {(options) => <Toggle publicKey={options.get('push_public_key') || undefined} />}
      </Loaded>
    </div>
  );
}
