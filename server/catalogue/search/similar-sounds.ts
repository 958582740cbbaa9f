/** Whether Latin letters can be the initials of pinyin syllables. */
export const isInitials = (word: string) => /^[a-hj-tw-z]{2,8}$/.test(word)

/** Whether Latin letters can be the beginning of pinyin. Most English words cannot, so they need no search by sound. */
export const isSound = (word: string) =>
  /^[a-z]{2,48}$/.test(word) && word.split(/[aeiouv]+/).every((between) => betweenVowels.test(between))

/**
 * The consonants between two vowels of pinyin: the end of a syllable, a syllable without a vowel, and the start of the
 * next syllable, each optional.
 */
const betweenVowels = /^(?:ng?|r)?(?:hng?|m|ng?)?(?:[zcs]h|[b-df-hj-np-tw-z])?$/

/** The search looks for similar pinyin only from this many letters on. Shorter pinyin is similar to too many words. */
const minSoundLength = 6

/** Whether pinyin is long enough to search also for similar pinyin. */
export const hasSimilarSounds = (text: string) => text.length >= minSoundLength && isSound(text)

/** The variants of the pinyin in which one sound is replaced by a sound that people often confuse with it. */
export function confusableSounds(text: string): string[] {
  return [...text.matchAll(confusableSound)].map(({ 0: sound, index }) => {
    const longSound = sound === 'n' ? 'ng' : `${sound}h`
    const otherSound = /[hg]$/.test(sound) ? sound.slice(0, -1) : longSound
    return text.slice(0, index) + otherSound + text.slice(index + sound.length)
  })
}

/** Sounds that speakers of some dialects do not distinguish. */
const confusableSound = /[zcs]h?|ng?(?![aeiouv])/g

/** The ways to split pinyin into two parts of whole syllables. */
export function splitSound(text: string): [string, string][] {
  const splits = Array.from({ length: text.length - 3 }, (_, at): [string, string] => [
    text.slice(0, at + 2),
    text.slice(at + 2),
  ])
  return splits.filter((parts) => parts.every((part) => wholeSyllables.test(part)))
}

const wholeSyllables =
  /^(?:(?:[zcs]h|[b-df-hj-np-tw-z])?(?:[aeiouv]|[aeiou]{2}|i?ao|uai|iou|[iu]?an|[iu]?ang|[eiu]n|[ei]ng|i?ong|er))+$/

/**
 * Returns the syllables that people easily confuse with this syllable. Some have a similar initial, as characters with
 * the same phonetic part often do. Others differ only in a final n or ng, which speakers of some dialects do not
 * distinguish.
 */
export function similarSyllables(syllable: string): string[] {
  const initial = /^(?:[zcs]h|[b-df-hj-np-tw-z])/.exec(syllable)?.[0] ?? ''
  const rest = syllable.slice(initial.length)
  const initials = similarInitials.find((group) => group.includes(initial)) ?? []
  const endings = /[aei]ng?$/.test(rest) ? [rest.endsWith('g') ? rest.slice(0, -1) : `${rest}g`] : []
  const others = [...initials.map((one) => one + rest), ...endings.map((ending) => initial + ending)]
  return [...new Set(others)].filter((one) => one !== syllable)
}

const similarInitials = ['b p', 'd t', 'g k', 'j q x', 'z c s zh ch sh', 'l n r', 'f h'].map((group) =>
  group.split(' '),
)
