/** The most common words in passwords. A password that consists of such a word and a few digits is just as weak. */
const commonWords = new Set(
  (
    'password passw passwort passwords motdepasse mypassword newpassword letmein letmeinnow welcome welcomeback ' +
    'changeme changeit default administrator admin adminadmin rootroot superuser superman batman spiderman ironman ' +
    'pokemon starwars football baseball basketball hockey soccer liverpool chelsea arsenal juventus barcelona ' +
    'realmadrid manchester yankees cowboys steelers lakers princess sunshine rainbow butterfly flower blossom ' +
    'chocolate cookie cheese banana orange computer internet samsung iphone google facebook instagram wechat weixin ' +
    'youtube microsoft windows michael michelle jennifer jessica jordan thomas charlie daniel andrew matthew ' +
    'elizabeth victoria nicole ashley anthony benjamin christopher alexander william robert richard iloveyou ' +
    'iloveu ilovey loveyou lovely lovelove forever whatever trustno trustnoone secret secretword topsecret freedom ' +
    'master shadow dragon monkey tigger killer hunter ranger buster ginger pepper summer winter spring autumn monday ' +
    'friday sunday january december november october september august london paris toronto vancouver montreal ' +
    'canada ontario china beijing shanghai guangzhou hongkong qwerty qwertyu qwertyui qwertyuiop qwertz azerty ' +
    'asdf asdfgh asdfghjk asdfghjkl asdasd asdasdasd zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe ' +
    'qwerasdf abcd abcdef abcabc woaini woaiwojia woaini nihao nihaoma ' +
    'wodemima mima gongxifacai zhangwei wangwang zhongguo baobao baobei xiaoxiao laopo laogong ' +
    'bubbletea milktea dumpling test testtest testing tester guest guestguest user username login hello hellohello ' +
    'helloworld goodluck jesus jesuschrist blessed angel angels family friends mother father babygirl'
  ).split(' '),
)
const commonPasswords = new Set(
  (
    'a1234567 a12345678 a123456789 aa123456 aa12345678 abc12345 abc123456 abcd1234 qq123456 q1w2e3r4 zxc123456 ' +
    'asd123456 qwe123456 woaini1314 woaini520 1qaz2wsx 1q2w3e4r 123123123 12341234 12344321 147258369 159357456 ' +
    '741852963 789456123 123654789 147852369 1029384756 11235813 31415926 5201314520 13145200 14725836 78945612 ' +
    '66668888 88886666 11223344 1122334455 12121212 69696969 10101010 20082008 19491001 123456abc 123456aa 12345qwert'
  ).split(' '),
)
const keyboardSequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((keys) => [keys, [...keys].reverse().join('')])
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
}
/** A password that consists of a common word and up to this many digits and symbols is as weak as the word alone. */
const maxAppendedLength = 6
/**
 * A password that contains one of its owner's words is weak if fewer than this many characters remain without that
 * word.
 */
const minRemainingLength = 6

/**
 * Whether this password is among the first that attackers would try. `ownTexts` are the names and addresses of the
 * password's owner and of the shop.
 */
export function isWeakPassword(password: string, ownTexts: string[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const plain = removePunctuation(lower)
  if (new Set(plain || lower).size < 4 || commonPasswords.has(plain)) return true
  if (plain !== '' && keyboardSequences.some((keys) => keys.includes(plain))) return true
  const word = lower.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '')
  if (
    lower.length - word.length <= maxAppendedLength &&
    (commonWords.has(removePunctuation(word)) || commonWords.has(removePunctuation(replaceLookalikes(word))))
  )
    return true
  return ownTexts
    .flatMap(formsOf)
    .some((ownForm) => plain.replaceAll(ownForm, '').length < Math.min(plain.length, minRemainingLength))
}

function replaceLookalikes(word: string) {
  return [...word].map((character) => lookalikes[character] ?? character).join('')
}

/**
 * The forms in which a name or email address may occur in a password: the whole text, the part before the @, and each
 * word. Omits forms of fewer than four characters.
 */
function formsOf(text: string): string[] {
  const forms = [text, text.split('@')[0] ?? '', ...text.split(/[\s@._-]+/)]
  return forms.map((form) => removePunctuation(form.normalize('NFKC').toLowerCase())).filter((form) => form.length >= 4)
}

function removePunctuation(lower: string) {
  return lower.replace(/[^\p{L}\p{N}]/gu, '')
}
