import type { ChangeEvent } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { maxPictures } from '#contract/constants.ts'
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
import { newKey, pictureRows, toPictureRow } from './lists.ts'
import { useProductTexts } from './texts.ts'

const CropDialog = lazy(async () => ({ default: (await import('../media/crop-dialog.tsx')).CropDialog }))
const LibraryDialog = lazy(async () => ({ default: (await import('../media/library-dialog.tsx')).LibraryDialog }))

/** Lets staff add, order and remove the pictures of a product. Each picture has a text for people who cannot see it. */
export function Pictures({ product }: CardProps) {
  const { t } = useProductTexts()
  const list = useRows('images', pictureRows(product), {
    label: () => t('product.pictures'),
    show: (_, value) => (value.startsWith('{') ? t('product.picture') : value),
  })
  const { add, failed, originals } = useUploads(list)
  const dragged = useRef('')
  return (
    <Card title={t('product.pictures')}>
      {list.field}
      {list.rows.length > 0 && (
        <ol className="product-pictures">
          {list.rows.map((entry, index) => (
            <li
              key={entry.key}
              draggable
              onDragStart={() => {
                dragged.current = entry.key
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                list.move(dragged.current, index)
              }}
            >
              <PictureRow list={list} entry={entry} index={index} originals={originals} />
            </li>
          ))}
        </ol>
      )}
      {failed && (
        <p className="field-error" role="alert">
          {t('product.picture_failed', { name: failed })}
        </p>
      )}
      {list.rows.length < maxPictures && <UploadFields add={add} />}
      <LibraryChoice list={list} />
    </Card>
  )
}

/** Uploads files, and adds a row for each. If an upload fails, removes its row and sets `failed` to the file's name. */
function useUploads(list: RowList) {
  const [failed, setFailed] = useState('')
  /** The files of pictures that were added on this page and not cropped yet. */
  const originals = useRef(new Map<string, File>())

  function add(files: FileList | null) {
    setFailed('')
    for (const file of files ?? []) {
      const key = newKey('upload')
      const upload = uploadPicture(file)
      uploads.set(key, upload)
      originals.current.set(key, file)
      list.set(key, {})
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

  return { add, failed, originals: originals.current }
}

/** Fields for new pictures: files, and on phones the camera. */
function UploadFields({ add }: { add: (files: FileList | null) => void }) {
  const { t } = useProductTexts()
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add(currentTarget.files)
    currentTarget.value = ''
  }
  return (
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
        onChange={handleChange}
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
          onChange={handleChange}
        />
      </div>
    </div>
  )
}

/** A button that opens the library of pictures. Chosen pictures join the list. */
function LibraryChoice({ list }: { list: RowList }) {
  const { t } = useProductTexts()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      {list.rows.length < maxPictures && (
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
            maxChosen={maxPictures - list.rows.length}
            onChosen={(chosen) => {
              for (const { image } of chosen) list.set(newKey('library'), toPictureRow(image))
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface PictureRowProps {
  list: RowList
  entry: Entry
  index: number
  originals: Map<string, File>
}

interface ToolOptions {
  label: string
  icon: 'chevron-left' | 'chevron-right' | 'crop' | 'trash'
  work: () => void
  isOff?: boolean
}

function PictureRow({ list, entry: { key, row }, index, originals }: PictureRowProps) {
  const { t } = useProductTexts()
  const [isCropping, setCropping] = useState(false)
  const number = index + 1
  const image: Image | null = row.image ? { ...JSON.parse(row.image), alt: noText } : null
  const toolButton = ({ label, icon, work, isOff = false }: ToolOptions) => (
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
        {index === 0 && <span className="product-lead">{t('product.picture_lead')}</span>}
      </div>
      <div className="row product-picture-tools">
        {toolButton({
          label: t('product.earlier'),
          icon: 'chevron-left',
          work: () => list.move(key, index - 1),
          isOff: index === 0,
        })}
        {toolButton({
          label: t('product.later'),
          icon: 'chevron-right',
          work: () => list.move(key, index + 1),
          isOff: index === list.rows.length - 1,
        })}
        {toolButton({
          label: t('product.crop'),
          icon: 'crop',
          work: () => setCropping(true),
          isOff: !image?.src.startsWith('/media/'),
        })}
        {toolButton({ label: t('product.remove'), icon: 'trash', work: () => list.remove(key) })}
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
