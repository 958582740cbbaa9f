import { lazy, Suspense, useRef, useState } from 'react'
import { mostPictures } from '#contract/constants.ts'
import { locales, noText, toLang } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { uploadPicture } from '../core/api.ts'
import { fieldIn } from '../forms/text-pair.tsx'
import type { RowList } from '../forms/use-rows.tsx'
import { useRows } from '../forms/use-rows.tsx'
import { Card } from '../frame/page.tsx'
import type { CardProps } from './form.ts'
import { uploads } from './form.ts'
import type { Entry } from './lists.ts'
import { chosenRow, newKey, pictureRows } from './lists.ts'
import { useProductTexts } from './texts.ts'

const CropDialog = lazy(async () => ({ default: (await import('../media/crop-dialog.tsx')).CropDialog }))
const LibraryDialog = lazy(async () => ({ default: (await import('../media/library-dialog.tsx')).LibraryDialog }))

/** Lets staff add, order and remove the pictures of a product. Each picture has a text for people who cannot see it. */
export function Pictures({ product }: CardProps) {
  const { t } = useProductTexts()
  const [failed, setFailed] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  /** The files of pictures that were added on this page and not cropped yet. */
  const originals = useRef(new Map<string, File>())
  const list = useRows('images', pictureRows(product), {
    label: () => t('product.pictures'),
    show: (_, value) => (value.startsWith('{') ? t('product.picture') : value),
  })
  const dragged = useRef('')

  function add(files: FileList | null) {
    setFailed('')
    for (const file of files ?? []) {
      const key = newKey('upload')
      const upload = uploadPicture(file)
      uploads.set(key, upload)
      originals.current.set(key, file)
      list.set(key, { at: key })
      upload.then(
        ({ alt: _, ...image }) => list.set(key, { image: JSON.stringify(image) }),
        () => {
          uploads.delete(key)
          list.remove(key)
          setFailed(file.name)
        },
      )
    }
  }

  return (
    <Card title={t('product.pictures')}>
      {list.field}
      {list.rows.length > 0 && (
        <ol className="product-pictures">
          {list.rows.map((entry, at) => (
            <li
              key={entry.key}
              draggable
              onDragStart={() => {
                dragged.current = entry.key
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                list.move(dragged.current, at)
              }}
            >
              <PictureRow list={list} entry={entry} at={at} originals={originals.current} />
            </li>
          ))}
        </ol>
      )}
      {failed && (
        <p className="field-error" role="alert">
          {t('product.picture_failed', { name: failed })}
        </p>
      )}
      {list.rows.length < mostPictures && (
        <div className="pair">
          <Field
            name="picture"
            data-part=""
            type="file"
            accept="image/*"
            multiple
            label={t('product.picture_add')}
            hint={t('product.picture_hint')}
            required={false}
            onChange={({ currentTarget }) => {
              add(currentTarget.files)
              currentTarget.value = ''
            }}
          />
          <div className="only-touch">
            <Field
              name="photo"
              data-part=""
              type="file"
              accept="image/*"
              capture="environment"
              label={t('product.picture_take')}
              required={false}
              onChange={({ currentTarget }) => {
                add(currentTarget.files)
                currentTarget.value = ''
              }}
            />
          </div>
        </div>
      )}
      {list.rows.length < mostPictures && (
        <div>
          <button type="button" className="button button-quiet" onClick={() => setChoosing(true)}>
            {t('product.library')}
          </button>
        </div>
      )}
      {isChoosing && (
        <Suspense>
          <LibraryDialog
            present={list.rows.flatMap(({ row }) => (row.image ? [JSON.parse(row.image).src] : []))}
            most={mostPictures - list.rows.length}
            onChosen={(chosen) => {
              for (const { image } of chosen) list.set(newKey('library'), chosenRow(image))
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}

interface PictureRowProps {
  list: RowList
  entry: Entry
  at: number
  originals: Map<string, File>
}

interface Tool {
  label: string
  icon: 'chevron-left' | 'chevron-right' | 'crop' | 'trash'
  work: () => void
  isOff?: boolean
}

function PictureRow({ list, entry: { key, row }, at, originals }: PictureRowProps) {
  const { t } = useProductTexts()
  const [isCropping, setCropping] = useState(false)
  const number = at + 1
  const image: Image | null = row.image ? { ...JSON.parse(row.image), alt: noText } : null
  const tool = ({ label, icon, work, isOff = false }: Tool) => (
    <button
      type="button"
      className="icon-button"
      aria-label={t('product.of_picture', { what: label, number })}
      disabled={isOff}
      onClick={work}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <>
      <div className="product-picture">
        <Picture image={image} sizes="160px" decorative />
        {!image && <span className="soft">{t('product.picture_loading')}</span>}
        {at === 0 && <span className="product-lead">{t('product.picture_lead')}</span>}
      </div>
      <div className="row product-picture-tools">
        {tool({
          label: t('product.earlier'),
          icon: 'chevron-left',
          work: () => list.move(key, at - 1),
          isOff: at === 0,
        })}
        {tool({
          label: t('product.later'),
          icon: 'chevron-right',
          work: () => list.move(key, at + 1),
          isOff: at === list.rows.length - 1,
        })}
        {tool({
          label: t('product.crop'),
          icon: 'crop',
          work: () => setCropping(true),
          isOff: !image?.src.startsWith('/media/'),
        })}
        {tool({ label: t('product.remove'), icon: 'trash', work: () => list.remove(key) })}
      </div>
      {locales.map((locale) => {
        const name = fieldIn('alt', locale)
        return (
          <Field
            key={locale}
            name={`part_${name}`}
            data-part=""
            label={t(`product.alt_${locale}`)}
            lang={toLang(locale)}
            value={row[name] ?? ''}
            maxLength={200}
            required={false}
            onChange={({ currentTarget }) => list.set(key, { [name]: currentTarget.value })}
          />
        )
      })}
      {image && isCropping && (
        <Suspense>
          <CropDialog
            image={image}
            original={originals.get(key)}
            onCropped={({ alt: _, ...cropped }) => {
              originals.delete(key)
              list.set(key, { image: JSON.stringify(cropped) })
            }}
            onClose={() => setCropping(false)}
          />
        </Suspense>
      )}
    </>
  )
}
