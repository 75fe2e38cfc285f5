import java.awt.image.BufferedImage;
import java.io.File;
import java.io.PrintStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;

/** Renders and reads a PDF with PDFBox: Read FILE FOLDER. Writes FOLDER/pdfbox-N.png and FOLDER/pdfbox-N.txt. */
public class Read {
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    try (var document = Loader.loadPDF(new File(args[0]))) {
      var renderer = new PDFRenderer(document);
      for (int page = 0; page < document.getNumberOfPages(); page++) {
        BufferedImage picture = renderer.renderImageWithDPI(page, 72, ImageType.RGB);
        ImageIO.write(picture, "png", new File(args[1], "pdfbox-" + (page + 1) + ".png"));
        var stripper = new PDFTextStripper();
        stripper.setStartPage(page + 1);
        stripper.setEndPage(page + 1);
        try (var out = new PrintStream(new File(args[1], "pdfbox-" + (page + 1) + ".txt"), "UTF-8")) {
          out.print(stripper.getText(document));
        }
      }
    }
  }
}
