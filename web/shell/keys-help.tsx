/** The keys that work here and now. */

import { knownActions, lettersOn, switchLetters } from '../keys.ts';
import { Overlay } from './overlay.tsx';

export function KeysHelp({ onClose }: { onClose(): void }) {
  const seen = new Set<string>();
  const actions = knownActions().filter(({ keys }) => !seen.has(keys) && seen.add(keys));
  return (
    <Overlay label="Keys" onClose={onClose}>
      <div class="overlay-body">
        <h1>Keys</h1>
        <table>
          <tbody>
            {actions.map(({ keys, does }) => (
              <tr key={keys}>
                <td>
                  {keys.split('|').map((key) => (
                    <span key={key}>
                      <kbd>{key.replace('Ctrl+k', 'Ctrl K')}</kbd>{' '}
                    </span>
                  ))}
                </td>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="row small">
          <label class="row">
            <input type="checkbox" checked={lettersOn.value} onChange={switchLetters} />
            Single letters work as keys
          </label>
        </p>
      </div>
    </Overlay>
  );
}
